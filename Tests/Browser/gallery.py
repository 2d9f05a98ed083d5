"""Looks at pages with every element in headless Chromium, in each size, scheme and direction, and fails on what axe-core finds,
on pages that scroll sideways, and on what a page's script or policy complains about.

usage: gallery.py --pages FOLDER --pictures FOLDER [--only NAME] [--quick] [--report FILE]
"""

import argparse
import json
import pathlib
import sys

from axe_core_python.selenium import Axe

from browsing import browser, serve

WIDTHS = [320, 360, 768, 1280]
def look(driver, width, scheme):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def picture(driver, width, path):
    height = driver.execute_script("return Math.min(6000, document.documentElement.scrollHeight)")
    metrics = {"width": width, "height": max(height, 600), "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_script("scrollTo(0, 0); document.querySelectorAll('.scroll, .over').forEach((e) => e.scrollTo(0, 0))")
    driver.save_screenshot(str(path))


def findings(driver, name):
    """What axe-core finds; it is run past the page's policy, as a debugger does."""
    for violation in Axe().run(driver)["violations"]:
        for node in violation["nodes"][:3]:
            yield f"{name}: {violation['id']} ({violation['impact']}): {node['html'][:160]} {node.get('failureSummary', '')[:300]}"


def invisible(driver, name):
    """Text in the colour of what it stands on, which axe-core takes for hidden on purpose."""
    unseen = driver.execute_script(
        """
        return [...document.querySelectorAll("button, summary, .badge, .mark")].filter((e) => e.textContent.trim()
            && getComputedStyle(e).color === getComputedStyle(e).backgroundColor).map((e) => e.outerHTML.slice(0, 120));
        """
    )
    return [f"{name}: text in the colour of its ground: {element}" for element in unseen]


def sideways(driver, name):
    wide = driver.execute_script(
        """
        const most = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= most) return [];
        return [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > most + 1
            || e.getBoundingClientRect().left < -1).slice(0, 4).map((e) => e.outerHTML.slice(0, 120));
        """
    )
    return [f"{name}: wider than the window: {element}" for element in wide]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", required=True, type=pathlib.Path)
    parser.add_argument("--pictures", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="one size, light only")
    arguments = parser.parse_args()
    pages = sorted(path for path in arguments.pages.glob("*.html") if not path.name.startswith("live") and arguments.only in path.name)
    if not pages:
        sys.exit(f"error: no pages in {arguments.pages}")
    arguments.pictures.mkdir(parents=True, exist_ok=True)
    _, host = serve(arguments.pages)
    driver = browser()
    found, seen, wrong = [], 0, 0
    try:
        for page in pages:
            for scheme in ["light"] if arguments.quick else ["light", "dark"]:
                for width in [360] if arguments.quick else WIDTHS:
                    name, before = f"{page.stem}-{scheme}-{width}", len(found)
                    look(driver, width, scheme)
                    driver.get(f"{host}/{page.name}")
                    found += sideways(driver, name) + invisible(driver, name)
                    # What a person sees differs by size in nothing that axe-core looks at but what is hidden: two sizes are enough.
                    if width in (360, 1280):
                        found += findings(driver, name)
                    picture(driver, width, arguments.pictures / f"{name}.png")
                    found += [f"{name}: {entry['message']}" for entry in driver.get_log("browser") if "favicon" not in entry["message"]]
                    seen += 1
                    wrong += len(found) > before
    finally:
        driver.quit()
    for finding in found:
        print(finding)
    print(f"{seen} views of {len(pages)} pages, {len(found)} findings; pictures in {arguments.pictures}")
    if arguments.report:
        arguments.report.write_text(json.dumps({"passed": seen - wrong, "failed": wrong}))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
