"""The crawler measured and maltreated, against servers on loopback."""
