// The display as it is now.

import { whenHeard } from "./link.js";

const image = document.getElementById("oled");

whenHeard("screen", (screen) => {
  if (!screen) return;
  image.src = screen.png;
  image.alt = screen.texts.join(". ");
});
