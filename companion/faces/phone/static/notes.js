// What became of a tap, shown where it was made; and what a screen reader hears.

const words = JSON.parse(document.documentElement.dataset.words);
const SHOWN = 1600; // ms

export function say(text) {
  const told = document.getElementById("told");
  // What is the same as before is no news to a screen reader: the second of two alike ends with a blank.
  told.textContent = told.textContent === text ? `${text}\u00a0` : text;
}

// A word at the place of an element; "refused" stays until it is closed or the next word comes there.
export function showNote(element, text, kind) {
  const note = document.createElement("p");
  place(note, element);
  document.getElementById("notes").appendChild(note);
  const shown = {
    change(newText, newKind) {
      note.className = (note.classList.contains("fixed") ? "fixed " : "") + (newKind || "");
      note.textContent = newText;
      // What was touched is the next question's place by now: what went well stands over the head, in nobody's way.
      if (newKind === "saved") note.removeAttribute("style");
      if (newKind === "refused") {
        const close = document.createElement("button");
        close.type = "button";
        close.textContent = words.close;
        close.addEventListener("click", () => note.remove());
        note.appendChild(close);
      }
      if (newKind !== "saved") keepInSight(note);
      if (newKind === "refused" || newKind === "saved") say(newText);
      if (newKind === "saved") {
        setTimeout(() => note.classList.add("gone"), SHOWN);
        setTimeout(() => note.remove(), SHOWN + 400);
      }
    },
    remove() { note.remove(); },
  };
  shown.change(text, kind);
  return shown;
}

export function clearRefusals() {
  document.querySelectorAll("#notes .refused").forEach((note) => note.remove());
}

function place(note, element) {
  const rect = element && document.contains(element) ? element.getBoundingClientRect() : null;
  const half = 150; // px, so that the widest note stays on the page
  const width = document.documentElement.clientWidth;
  if (!rect || element.closest(".booked")) {
    // What sticks to the bottom stays there while people scroll.
    note.classList.add("fixed");
    note.style.left = "50%";
    note.style.top = `${window.innerHeight - 190}px`;
    return;
  }
  const x = width <= 2 * half ? width / 2 : Math.min(width - half, Math.max(half, rect.left + rect.width / 2));
  note.style.left = `${x}px`;
  note.style.top = `${window.pageYOffset + rect.top}px`;
}

// Beside a field at the top of what is seen, the first line of a longer word would stand above it.
function keepInSight(note) {
  const rect = note.getBoundingClientRect();
  const top = Math.max(4, Math.min(rect.top, window.innerHeight - 4 - rect.height));
  if (top !== rect.top) note.style.top = `${parseFloat(note.style.top) + top - rect.top}px`;
}
