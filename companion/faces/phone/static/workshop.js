// The workshop's page.

import "./motion.js";
import "./oled.js";
