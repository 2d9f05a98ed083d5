extension Asset {
    /// Makes pages livelier where scripts run. Every page works without it.
    static let script: Asset = Asset("js", mediaType: "text/javascript; charset=utf-8", text: sent)

    /// Without indentation and comments, which browsers do not need.
    private static let sent: String = script(changing + sending + pointing)

    private static func script(_ text: String) -> String {
        let lines: [Substring] = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        return "\"use strict\";\n(() => {\n" + lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n")
            + "\nlisten();\n})();\n"
    }

    /// Changes arrive by the event stream, and go to their places by id. What a person is at stays: focus, selection, what was typed and not
    /// sent, scrolling, what is open.
    private static let changing: String = #"""
        const doc = document, words = doc.body.dataset, on = addEventListener, byId = (id) => doc.getElementById(id);
        let live = false, covered = byId("under").inert ? "main" : null;
        const say = (text) => { byId("status").textContent = text; };
        const parse = (html) => { const t = doc.createElement("template"); t.innerHTML = html; return t.content.firstElementChild; };
        const typed = (e) => e.options ? [...e.options].some((o) => o.selected !== o.defaultSelected)
          : e.value !== e.defaultValue || e.checked !== e.defaultChecked;
        const twin = (root, e) => byId(e.id) || [...root.querySelectorAll("button")].find((b) => e.value && b.value === e.value);

        function replace(old, fresh) {
          const at = doc.activeElement, inside = old.contains(at);
          const range = inside && [at.selectionStart, at.selectionEnd, at.selectionDirection];
          const kept = [...old.querySelectorAll("input[id],textarea,select,details,.scroll")]
            .map((e) => [e, "value" in e && typed(e), e.open, e.scrollLeft]);
          old.replaceWith(fresh);
          for (const [was, isTyped, open, left] of kept) {
            const e = byId(was.id);
            if (!e) continue;
            if (isTyped && was.files) e.replaceWith(was);
            else if (isTyped) { if (e.type !== "checkbox" && e.type !== "radio") e.value = was.value; e.checked = was.checked; }
            if (open) e.open = true;
            e.scrollLeft = left;
          }
          const e = inside && (at === old ? fresh : twin(fresh, at));
          if (!e) return;
          e.focus({ preventScroll: true });
          // Fields of numbers and days have no selection, and refuse to be given one.
          try { e.setSelectionRange(...range); } catch { }
        }

        const operations = {
          replace(o) { const e = byId(o.id); if (e) replace(e, parse(o.html)); cover(); },
          remove(o) { byId(o.id)?.remove(); },
          insert(o) {
            const fresh = parse(o.html), after = byId(o.after), inside = byId(o.inside);
            if (byId(fresh.id)) return;
            if (after) after.after(fresh); else inside?.prepend(fresh);
          },
          title(o) { doc.title = o.text; },
        };

        // What lies under a modal or an alert can not be reached, and the focus goes where one is, and back.
        function cover() {
          const alert = byId("alerts").firstElementChild, modal = byId("modal"), top = alert || modal.firstElementChild;
          byId("under").inert = !!top;
          modal.inert = !!alert;
          if (top) {
            covered ||= doc.activeElement.id || "main";
            if (!top.contains(doc.activeElement)) top.querySelector("[autofocus],button")?.focus();
          } else if (covered) { byId(covered)?.focus(); covered = null; }
        }

        function listen() {
          if (!words.events) return;
          const source = new EventSource(words.events);
          source.onopen = () => { live = true; say(""); };
          source.addEventListener("change", (e) => JSON.parse(e.data).forEach((o) => operations[o.op]?.(o)));
          source.addEventListener("location", (e) => {
            const to = new URL(e.data, location);
            if (to.origin === location.origin) location.assign(to);
          });
          source.addEventListener("gone", () => { source.close(); location.reload(); });
          source.onerror = () => {
            live = false;
            say(words.lost);
            // The browser tries again by itself, but for an answer that is no stream.
            if (source.readyState === 2) setTimeout(listen, 5000);
          };
        }

        """#

    /// Forms go out by themselves only while the event stream is open, because what they change comes back by it. Nothing is sent twice by an
    /// impatient finger, and a field that is told at once is told a moment after the last key.
    private static let sending: String = #"""
        const busy = (form, isBusy) => form.toggleAttribute("data-busy", isBusy);
        function post(form, data, done) {
          const request = new XMLHttpRequest();
          request.open("POST", form.action);
          request.setRequestHeader("Live", "1");
          request.onloadend = () => {
            done?.();
            if (request.status === 204) say("");
            else if (!request.status || request.status >= 400) say(words.notSent);
            // Nothing follows the page: where the answer leads.
            else if (done) location.assign(request.responseURL);
          };
          if (data instanceof FormData) {
            const bar = parse("<progress max=1></progress>");
            bar.setAttribute("aria-label", words.sending);
            form.append(bar);
            request.upload.onprogress = (e) => { if (e.total) bar.value = e.loaded / e.total; };
            request.upload.onloadend = () => bar.remove();
          }
          request.send(data);
        }
        on("submit", (e) => {
          const form = e.target, files = [...form.querySelectorAll("[type=file]")];
          const large = files.find((f) => [...f.files].some((file) => file.size > f.dataset.most));
          if (large) say(large.dataset.tooLarge);
          if (large || form.dataset.busy === "") return e.preventDefault();
          const data = new FormData(form, e.submitter);
          busy(form, true);
          if (!live || !form.action.includes("/screens/")) return;
          e.preventDefault();
          // What was sent is not typed any more: the answer says what stands there now.
          for (const f of form.elements) if (!f.files) {
            for (const o of f.options || []) o.defaultSelected = o.selected;
            f.defaultValue = f.value;
            f.defaultChecked = f.checked;
          }
          form.closest("dialog")?.close();
          post(form, files.length ? data : new URLSearchParams(data), () => busy(form, false));
        });
        on("pageshow", () => doc.querySelectorAll("[data-busy]").forEach((form) => busy(form, false)));

        const timers = {};
        on("input", ({ target: { dataset: { live: id }, form } }) => {
          if (!id || !live) return;
          clearTimeout(timers[id]);
          timers[id] = setTimeout(() => {
            const all = new FormData(form), data = new URLSearchParams({ token: all.get("token"), element: id, event: "entered" });
            for (const name of ["field." + id, "shown." + id]) all.getAll(name).forEach((value) => data.append(name, value));
            post(form, data);
          }, 250);
        });

        """#

    /// Questions in a dialog; pins of a map, and pointing at it.
    private static let pointing: String = #"""
        on("click", (e) => {
          const ask = e.target.closest("[data-confirm]>summary"), map = e.target.closest("svg[data-west]");
          if (ask) {
            e.preventDefault();
            const details = ask.parentElement, question = ask.nextElementSibling, dialog = doc.createElement("dialog");
            const cancel = doc.createElement("button");
            dialog.setAttribute("aria-labelledby", question.getAttribute("aria-labelledby"));
            cancel.className = "button plain";
            cancel.textContent = details.dataset.cancel;
            cancel.onclick = () => dialog.close();
            question.append(cancel);
            dialog.append(question);
            dialog.onclose = () => { cancel.remove(); details.append(question); dialog.remove(); ask.focus(); };
            details.after(dialog);
            dialog.showModal();
            cancel.focus();
          }
          if (!map) return;
          const around = map.closest(".map"), pin = e.target.closest(".pin"), form = around.querySelector(".locate");
          if (pin) return [...around.querySelectorAll(".pins button")].find((b) => b.value === pin.dataset.value)?.click();
          if (!form) return;
          const r = map.getBoundingClientRect(), { west, east, south, north } = map.dataset;
          form.elements.longitude.value = +west + (e.clientX - r.left) / r.width * (east - west);
          form.elements.latitude.value = +north - (e.clientY - r.top) / r.height * (north - south);
          form.requestSubmit();
        });
        """#
}
