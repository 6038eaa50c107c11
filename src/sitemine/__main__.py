"""`python -m sitemine` is `sitemine`."""

from sitemine.cli import main

if __name__ == "__main__":
    main()
