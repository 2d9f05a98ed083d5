"""Looks at pages with every element in headless Chromium, in each size, scheme and direction, and fails on what axe-core finds,
on pages that scroll sideways, and on what a page's script or policy complains about.

usage: gallery.py --pages FOLDER --pictures FOLDER [--only NAME] [--quick]
"""

import argparse
import functools
import http.server
import pathlib
import sys
import threading

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

WIDTHS = [320, 360, 768, 1280]
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


class Pages(http.server.SimpleHTTPRequestHandler):
    """Serves the pages with the policy that the shell sends."""

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def serve(folder):
    handler = functools.partial(Pages, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def browser():
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


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
    parser.add_argument("--quick", action="store_true", help="one size, light only")
    arguments = parser.parse_args()
    pages = sorted(path for path in arguments.pages.glob("*.html") if arguments.only in path.name)
    if not pages:
        sys.exit(f"error: no pages in {arguments.pages}")
    arguments.pictures.mkdir(parents=True, exist_ok=True)
    host = serve(arguments.pages)
    driver = browser()
    found, seen = [], 0
    try:
        for page in pages:
            for scheme in ["light"] if arguments.quick else ["light", "dark"]:
                for width in [360] if arguments.quick else WIDTHS:
                    name = f"{page.stem}-{scheme}-{width}"
                    look(driver, width, scheme)
                    driver.get(f"{host}/{page.name}")
                    found += sideways(driver, name)
                    # What a person sees differs by size in nothing that axe-core looks at but what is hidden: two sizes are enough.
                    if width in (360, 1280):
                        found += findings(driver, name)
                    picture(driver, width, arguments.pictures / f"{name}.png")
                    found += [f"{name}: {entry['message']}" for entry in driver.get_log("browser") if "favicon" not in entry["message"]]
                    seen += 1
    finally:
        driver.quit()
    for finding in found:
        print(finding)
    print(f"{seen} views of {len(pages)} pages, {len(found)} findings; pictures in {arguments.pictures}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
