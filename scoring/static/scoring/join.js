// The page an installed one begins with: back to the table that this phone scored last.

import { lastTable, startInstalled } from "./installed.js";

const place = document.querySelector("#last-table");
const last = lastTable();
if (last?.page?.startsWith("/t/")) {
  const link = document.querySelector("#last-table a");
  link.href = last.page;
  link.textContent = `Open ${last.label || "it"} again`;
  place.hidden = false;
}
startInstalled(JSON.parse(document.querySelector("#start-data").textContent));
