"""The HTML report in a browser: opened, filtered, unfolded, and not taken over."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import Cli, cli
from report_world import hostile_record, run_record
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.report import html_page

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

__all__ = ["cli"]  # the fixture

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    BROWSER is None or DRIVER is None, reason="needs chromium and chromedriver on PATH"
)
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.chrome.webdriver import WebDriver

    options = Options()
    options.binary_location = str(BROWSER)
    for argument in (*ARGUMENTS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = WebDriver(options, Service(str(DRIVER)))
    yield driver
    driver.quit()


@pytest.fixture
def page(cli: Cli, tmp_path: Path) -> Path:
    """The report of two runs: one adapter is right, one answers with markup."""
    entries = [entry(f"good-{n}", f"text {n}") for n in range(8)]
    place = lay_out(tmp_path, entry("plain", "a"), entry("odd", "bad"), *entries)
    paths = [manifest(tmp_path / "i" / name, fault, name=name)
             for name, fault in (("right", "none"), ("wrong", "markup"))]  # fmt: skip
    impls = [f"--impl={path}" for path in paths]
    path = tmp_path / "run.html"
    assert cli("run", "--vectors", place, *impls, f"--report=html={path}")[0] == 1
    return path


def one(driver: WebDriver, selector: str) -> WebElement:
    return driver.find_element("css selector", selector)


def shown(driver: WebDriver, selector: str) -> list[str]:
    found = driver.find_elements("css selector", selector)
    return [item.get_attribute("id") or "" for item in found if item.is_displayed()]


def open_page(driver: WebDriver, path: Path, fragment: str = "") -> None:
    # A new address with the same path would only move within the page.
    driver.get("about:blank")
    driver.get(f"{path.as_uri()}{fragment}")


def test_it_opens_folded_and_without_a_word_from_the_console(driver: WebDriver, page: Path) -> None:
    open_page(driver, page)
    assert driver.title == "Conformance: diverges"
    assert shown(driver, ".domain") == ["echo"]
    assert shown(driver, ".vector") == []
    assert one(driver, "#shown").text == "10 vectors"
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_a_divergence_unfolds_to_its_difference_and_markup_in_it_is_text(
    driver: WebDriver, page: Path
) -> None:
    open_page(driver, page)
    one(driver, ".domain > summary").click()
    assert shown(driver, ".vector")[0] == "echo/odd"
    one(driver, "[id='echo/odd'] > summary").click()
    card = one(driver, "[id='echo/odd'] .card")
    assert "<script>document.title = 'owned'</script>" in one(driver, ".actual mark").text
    assert one(driver, ".expected").text == '"bad"'
    assert "ECHO-1 (must) Text comes back." in one(driver, "[id='echo/odd'] .rules").text
    one(driver, "[id='echo/odd'] .card summary").click()
    assert "<img src=x onerror=alert(1)>" in card.text
    assert "hanzo-conformance replay echo/odd" in card.text
    assert driver.title == "Conformance: diverges"
    assert driver.find_elements("css selector", "img, .card script") == []


def test_search_and_filter_leave_what_was_asked_for(driver: WebDriver, page: Path) -> None:
    open_page(driver, page)
    one(driver, "#search").send_keys("GOOD says 3")
    assert shown(driver, ".vector") == ["echo/good-3"]
    assert one(driver, "#shown").text == "1 of 10 vectors"
    one(driver, "#search").clear()
    one(driver, "#search").send_keys(" ")
    assert shown(driver, ".vector") == []
    one(driver, "#verdict option[value=red]").click()
    assert shown(driver, ".vector") == ["echo/odd"]
    one(driver, "#who option[value='0']").click()
    assert shown(driver, ".domain") == []
    one(driver, "#who option[value='1']").click()
    assert shown(driver, ".vector") == ["echo/odd"]
    one(driver, "#verdict option:nth-child(3)").click()
    assert one(driver, "#shown").text == "9 of 10 vectors"


def test_a_link_to_a_vector_unfolds_it(driver: WebDriver, page: Path) -> None:
    open_page(driver, page, "#echo/odd")
    assert one(driver, "[id='echo/odd'] .card").is_displayed()


def test_a_passing_vector_opens_too_and_leads_to_its_requirement(
    driver: WebDriver, page: Path
) -> None:
    open_page(driver, page, "#echo/good-3")
    opened = one(driver, "[id='echo/good-3'] .story")
    assert opened.is_displayed()
    assert "ECHO-1 (must) Text comes back." in opened.text
    assert "hanzo-conformance show echo/good-3" in opened.text
    one(driver, "[id='echo/good-3'] .rules a").click()
    assert shown(driver, ".requirement") == ["requirement:ECHO-1"]
    links = [item.text for item in driver.find_elements("css selector", ".requirement li a")]
    assert sorted(links) == sorted(
        ["echo/plain", "echo/odd", *(f"echo/good-{n}" for n in range(8))]
    )
    one(driver, ".requirement li a[href='#echo/odd']").click()
    assert one(driver, "[id='echo/odd'] .card").is_displayed()


def test_filters_are_in_the_address_and_an_address_filters(driver: WebDriver, page: Path) -> None:
    open_page(driver, page)
    one(driver, "#search").send_keys("text & 3")
    one(driver, "#who option[value='1']").click()
    one(driver, "#verdict option[value=red]").click()
    address = driver.current_url
    assert address.endswith("?search=text+%26+3&who=wrong&verdict=diverging")
    one(driver, "#search").clear()
    one(driver, "#search").send_keys("odd")
    assert shown(driver, ".vector") == ["echo/odd"]
    kept = driver.current_url
    driver.get("about:blank")
    driver.get(kept)
    assert shown(driver, ".vector") == ["echo/odd"]
    assert one(driver, "#search").get_attribute("value") == "odd"
    driver.get("about:blank")
    driver.get(address)
    assert shown(driver, ".vector") == []
    assert one(driver, "#shown").text == "0 of 10 vectors"


def test_an_address_without_filters_is_clean_and_one_with_nonsense_filters_nothing(
    driver: WebDriver, page: Path
) -> None:
    open_page(driver, page)
    one(driver, "#search").send_keys("x")
    one(driver, "#search").send_keys("\b")
    assert driver.current_url == page.as_uri()
    open_page(driver, page, "?who=nobody&verdict=%00&search=&other=1")
    assert one(driver, "#shown").text == "10 vectors"


def test_a_link_to_what_is_filtered_away_shows_it(driver: WebDriver, page: Path) -> None:
    open_page(driver, page, "?verdict=diverging#echo/good-3")
    assert one(driver, "[id='echo/good-3'] .story").is_displayed()
    assert one(driver, "#shown").text == "10 vectors"
    assert driver.current_url == f"{page.as_uri()}#echo/good-3"


@pytest.mark.parametrize("width", [320, 400, 700, 1200])
def test_everything_is_reachable_at_any_width(driver: WebDriver, page: Path, width: int) -> None:
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_page(driver, page, "#echo/odd")
        inside = "return document.documentElement.scrollWidth <= innerWidth"
        assert driver.execute_script(inside)
        row = one(driver, "[id='echo/odd'] > summary")
        for cell in row.find_elements("css selector", ":scope > *"):
            place = cell.rect
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= width
            assert place["width"] > 0
        named = (
            "return [...document.querySelectorAll(\"[id='echo/odd'] > summary > b\")]"
            ".map(cell => getComputedStyle(cell, '::before').content)"
        )
        names = driver.execute_script(named)
        assert names == (['"right"', '"wrong"'] if width < 760 else ["none", "none"])
        assert one(driver, ".heads").is_displayed() == (width > 760)
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_hostile_names_of_columns_stay_in_the_style(driver: WebDriver, tmp_path: Path) -> None:
    hostile = "</style><script>document.title='owned'</script>\"} body { display: none } \\"
    path = tmp_path / "hostile.html"
    record = run_record([], [], names=(hostile, "two"))
    path.write_bytes(html_page.render(record))
    open_page(driver, path)
    assert driver.title == "Conformance: diverges"
    assert one(driver, "body").is_displayed()
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_it_unfolds_without_script_and_shows_no_dead_controls(
    driver: WebDriver, page: Path
) -> None:
    command = "Emulation.setScriptExecutionDisabled"
    driver.execute_cdp_cmd(command, {"value": True})
    try:
        open_page(driver, page)
        assert shown(driver, "#controls") == []
        one(driver, ".domain > summary").click()
        one(driver, "[id='echo/odd'] > summary").click()
        assert one(driver, "[id='echo/odd'] .card").is_displayed()
    finally:
        driver.execute_cdp_cmd(command, {"value": False})


def test_a_run_in_which_everything_is_hostile_is_shown_and_runs_nothing(
    driver: WebDriver, tmp_path: Path
) -> None:
    path = tmp_path / "hostile.html"
    path.write_bytes(html_page.render(hostile_record()))
    open_page(driver, path)
    assert driver.title == "Conformance: unavailable"
    one(driver, "#verdict option[value=red]").click()
    for summary in driver.find_elements("css selector", "details.vector > summary"):
        if summary.is_displayed():
            summary.click()
    assert len(shown(driver, ".card")) == 4
    assert driver.title == "Conformance: unavailable"
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_its_text_stands_out_from_its_paper(driver: WebDriver, page: Path, scheme: str) -> None:
    features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
    open_page(driver, page, "#echo/odd")
    paper = luminance(one(driver, "body").value_of_css_property("background-color"))
    assert (paper < 0.1) == (scheme == "dark")
    for selector in ("body", "small", ".card .failed", "b.passed", ".replay", ".heads"):
        ink = luminance(one(driver, selector).value_of_css_property("color"))
        lighter, darker = max(ink, paper), min(ink, paper)
        # WCAG 2.2, 1.4.3: at least 4.5 to 1.
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, selector


def luminance(colour: str) -> float:
    """Relative luminance of ``rgb(…)`` or ``rgba(…)``, as WCAG 2.2 defines it."""
    parts = [float(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
