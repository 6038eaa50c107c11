"""Sites laid out as weblogs and magazines are: each page leads to all archives, and each article to its own side views.

The addresses, and what stands in the margin of every page, are those of WordPress with its usual widgets: recent posts and
comments, a calendar of days, months, categories, a cloud of 45 tags, and ten entries on each page of a list, of which each
leads to its author, categories and tags. Articles lead to the next and the one before, to the pages of their pictures, and to
the login for those who want to comment. Nothing is made to measure for an order of fetching; only the number of articles is
chosen, so that the site has about as many pages as asked for.

The magazine has side views besides, as the systems of publishers make them: to print, to mail, to share, all comments, an
answer to each comment. There nothing says `nofollow`, which WordPress says on answers.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from html import escape
from urllib.parse import quote

N_LISTED = 10  # entries on a page of a list, WordPress's default
N_CLOUD = 45  # tags of a cloud, the same
N_RECENT = 5
N_TAGS = 160
FIRST = date(2021, 3, 1)
AUTHORS = ("anna", "benedikt", "chiyo", "editors")
CATEGORIES = (
    "city",
    "sea",
    "music",
    "books",
    "garden",
    "school",
    "trade",
    "weather",
    "sports",
    "letters",
    "food",
    "notes",
)
WORDS = (
    "harbour tram bridge market choir ferry lamp clock river archive lighthouse orchard theatre museum storm kitchen winter "
    "library cargo festival bicycle tower canal poetry chess pottery boats mural allotment ledger"
).split()


@dataclass(frozen=True, slots=True)
class Post:
    """An article, and where it belongs."""

    number: int
    path: str
    title: str
    text: Sequence[str]
    day: date
    author: str
    categories: Sequence[str]
    tags: Sequence[str]
    n_comments: int
    n_pictures: int


@dataclass(slots=True)
class Site:
    """A weblog while it is made: the posts, newest first, and the pages by target."""

    posts: Sequence[Post]
    sides: bool
    pages: dict[str, bytes] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    cloud: Sequence[str] = ()

    def put(self, target: str, role: str, title: str, body: str, day: date | None = None) -> None:
        head = f"<!doctype html><html lang=en><title>{title} – The Quay Weblog</title>"
        self.roles[target] = role
        self.pages[target] = f"{head}<body>{_MENU}<div id=main>{body}</div>{self.margin(day)}</body></html>".encode()

    def margin(self, day: date | None) -> str:
        """What stands beside every page; the calendar is of the month that the page is of."""
        newest = self.posts[0].day
        month = (day or newest).replace(day=1)
        days = sorted({post.day for post in self.posts if post.day.replace(day=1) == month})
        months = dict.fromkeys(post.day.replace(day=1) for post in self.posts)
        before = next((other for other in months if other < month), None)
        commented = [post for post in self.posts if post.n_comments][:N_RECENT]
        lists = {
            "Recent posts": [_a(post.path, post.title) for post in self.posts[:N_RECENT]],
            "Recent comments": [_a(f"{post.path}#comment-{post.number}1", post.title) for post in commented],
            "Archives": [_a(f"/{other:%Y/%m}/", f"{other:%B %Y}") for other in months],
            "Categories": [_a(f"/category/{name}/", name.title()) for name in CATEGORIES],
            "Tags": [_a(f"/tag/{name}/", name) for name in self.cloud],
            f"{month:%B %Y}": [_a(f"/{day:%Y/%m/%d}/", str(day.day)) for day in days]
            + ([_a(f"/{before:%Y/%m}/", f"« {before:%b}")] if before else []),
            "Meta": [
                _a("/wp-login.php", "Log in"),
                _a("/feed/", "Entries feed"),
                _a("/comments/feed/", "Comments feed"),
            ],
        }
        return (
            "<aside>"
            + "".join(f"<h3>{name}</h3><ul>{_items(found)}</ul>" for name, found in lists.items())
            + "</aside>"
        )


def _a(target: str, text: str, more: str = "") -> str:
    return f'<a href="{escape(target)}"{more}>{escape(text)}</a>'


def _items(found: Sequence[str]) -> str:
    return "".join(f"<li>{item}</li>" for item in found)


_MENU = f"<nav>{_a('/', 'The Quay Weblog')} {_a('/about/', 'About')} {_a('/contact/', 'Contact')}</nav>"


def _filed(post: Post) -> str:
    """By whom an entry is, and under what it is filed."""
    return " ".join(
        (
            f"Posted on {_a(post.path, f'{post.day:%d %B %Y}')} by {_a(f'/author/{post.author}/', post.author.title())}",
            *(_a(f"/category/{name}/", name.title(), " rel='category tag'") for name in post.categories),
            *(_a(f"/tag/{name}/", name, " rel=tag") for name in post.tags),
            _a(f"{post.path}#respond", "Leave a comment"),
        )
    )


def _views(post: Post) -> dict[str, tuple[str, str]]:
    """The views of an article that publishers' systems make: by target, what they are called and say."""
    said = {
        f"{post.path}?print=1": ("Print", f"<h1>{post.title}</h1>{''.join(post.text)}"),
        f"/mail?article={post.number}": ("Mail", f"<p>Send “{post.title}” to a friend. <form><input name=to></form>"),
        f"/share?to=wall&article={post.number}": ("Share", f"<p>Share “{post.title}” with those who follow you."),
        f"{post.path}comments/": ("Comments", f"<h1>{post.title}</h1>{_comments(post)}"),
    }
    for k in range(1, post.n_comments + 1):
        answer = f"<p>Answer what reader {k} says of “{post.title}”.<form><textarea></textarea></form>"
        said[f"/reply?article={post.number}&to={k}"] = ("Reply", answer)
    return said


def _comments(post: Post) -> str:
    """What readers say, with WordPress's own links to answer them."""
    said = (
        f"<li id=comment-{post.number}{k}>Reader {k} was there as well in {post.day:%B}."
        f" {_a(f'{post.path}?replytocom={post.number}{k}#respond', 'Reply', ' rel=nofollow')}</li>"
        for k in range(1, post.n_comments + 1)
    )
    return f"<ol>{''.join(said)}</ol>"


def _put_post(site: Site, at: int) -> None:
    post = site.posts[at]
    ways = [_a(other.path, other.title) for other in (*site.posts[at + 1 : at + 2], *site.posts[max(at - 1, 0) : at])]
    pictures = {f"{post.path}img_{post.number}{k}/": f"Picture {k} of {post.title}" for k in range(post.n_pictures)}
    views = _views(post) if site.sides else {}
    login = f"/wp-login.php?redirect_to={quote(post.path, safe='')}"
    aside = " ".join(_a(target, name) for target, (name, _) in views.items())
    shown = "".join(_a(target, "enlarge") for target in pictures)
    body = f"<h1>{post.title}</h1><p>{_filed(post)}</p><p>{aside}</p>{''.join(post.text)}{shown}"
    body += f"{_comments(post)}<p>You must be {_a(login, 'logged in')} to comment.</p><p>{' '.join(ways)}</p>"
    site.put(post.path, "article", post.title, body, post.day)
    site.put(login, "other", "Log in", "<form><input name=log><input name=pwd></form>")
    for target, name in pictures.items():
        site.put(target, "other", name, f"<h1>{name}</h1><img src=/p.png alt=''>{_a(post.path, 'Back to the entry')}")
    for target, (name, said) in views.items():
        site.put(target, "other", name, f"{said}<p>{_a(post.path, 'Back')}</p>")


def _put_list(site: Site, at: str, title: str, posts: Sequence[Post], day: date | None = None) -> None:
    """A list in pages of ten."""
    last = (len(posts) - 1) // N_LISTED + 1
    for number in range(1, last + 1):
        entries = posts[(number - 1) * N_LISTED : number * N_LISTED]
        said = "".join(
            f"<article><h2>{_a(post.path, post.title)}</h2>{post.text[0]}{_a(post.path, 'Continue reading →')}"
            f"<footer>{_filed(post)}</footer></article>"
            for post in entries
        )
        ways = [_a(f"{at}page/{number + 1}/", "« Older entries")] if number < last else []
        ways += [_a(f"{at}page/{number - 1}/" if number > 2 else at, "Newer entries »")] if number > 1 else []
        target = at if number == 1 else f"{at}page/{number}/"
        site.put(target, "toc", title, f"<h1>{title}</h1>{said}<p>{' '.join(ways)}</p>", day)


def _put_lists(site: Site) -> None:
    filed: dict[tuple[str, str, date | None], list[Post]] = defaultdict(list)
    for post in site.posts:
        filed["/", "The Quay Weblog", None].append(post)
        filed[f"/author/{post.author}/", post.author.title(), None].append(post)
        filed[f"/{post.day:%Y/%m}/", f"{post.day:%B %Y}", post.day].append(post)
        filed[f"/{post.day:%Y/%m/%d}/", f"{post.day:%d %B %Y}", post.day].append(post)
        for name in post.categories:
            filed[f"/category/{name}/", name.title(), None].append(post)
        for name in post.tags:
            filed[f"/tag/{name}/", name, None].append(post)
    for (at, title, day), posts in filed.items():
        _put_list(site, at, title, posts, day)


def _posts(stories: Sequence[tuple[str, Sequence[str]]], count: int) -> list[Post]:
    """Articles as people write them: one in a few days, under few categories and some tags, most of them rare."""
    rng = random.Random(2021)  # noqa: S311 - a site, not a secret
    tags = [f"{first}-{second}" if k % 3 else first for k, (first, second) in enumerate(_pairs(N_TAGS))]
    often = [1 / (k + 3) for k in range(N_TAGS)]
    day, posts = FIRST, []
    for number, (title, text) in enumerate(rng.sample(stories, count)):
        day += timedelta(days=rng.choice((1, 1, 2, 3, 4, 6)))
        slug = "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())[:60]
        posts.append(
            Post(
                *(number, f"/{day:%Y/%m/%d}/{quote(slug)}/", escape(title), text, day),
                author=rng.choices(AUTHORS, (5, 3, 2, 1))[0],
                categories=tuple(dict.fromkeys(rng.choices(CATEGORIES, range(12, 0, -1), k=rng.choice((1, 1, 2))))),
                tags=tuple(dict.fromkeys(rng.choices(tags, often, k=rng.randint(1, 5)))),
                n_comments=rng.choice((0, 0, 1, 2, 3, 5)),
                n_pictures=rng.choice((0, 0, 1, 2)),
            )
        )
    return posts[::-1]


def _pairs(count: int) -> Iterator[tuple[str, str]]:
    return ((WORDS[k % len(WORDS)], WORDS[(k * 7 + k // len(WORDS) + 3) % len(WORDS)]) for k in range(count))


def _made(stories: Sequence[tuple[str, Sequence[str]]], count: int, *, sides: bool) -> Site:
    site = Site(_posts(stories, count), sides)
    counted: dict[str, int] = defaultdict(int)
    for post in site.posts:
        for name in post.tags:
            counted[name] += 1
    site.cloud = sorted(sorted(counted, key=lambda name: (-counted[name], name))[:N_CLOUD])
    for at in range(len(site.posts)):
        _put_post(site, at)
    _put_lists(site)
    for path in ("/about/", "/contact/", "/wp-login.php"):
        site.put(path, "other", path.strip("/").title(), "<p>Who makes this weblog, and how to write to them.</p>")
    return site


def weblog(
    stories: Sequence[tuple[str, Sequence[str]]], pages: int, *, sides: bool
) -> tuple[Mapping[str, bytes], Mapping[str, str]]:
    """A site of about so many pages: its files and the role of each, by target."""
    site = _made(stories, 100, sides=sides)
    for _ in range(3):  # pages do not grow evenly with articles, as the first tags are all new
        site = _made(stories, round(len(site.posts) * pages / len(site.pages)), sides=sides)
    return site.pages, site.roles
