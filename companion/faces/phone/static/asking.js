// A question to the box, given up after a while. A connection that died while the phone slept never answers, and six are
// all that a browser keeps to one box: what is given up is closed.

export function asked(milliseconds, path, options) {
  const stop = window.AbortController ? new AbortController() : null;
  const answer = fetch(path, Object.assign({ credentials: "same-origin", cache: "no-store" }, stop ? { signal: stop.signal } : {}, options))
    .then((response) => response.text().then((text) => ({ ok: response.ok, status: response.status, text })));
  const late = new Promise((_, reject) => setTimeout(() => {
    if (stop) stop.abort();
    reject(new Error("late"));
  }, milliseconds));
  return Promise.race([answer, late]);
}

// Tell the box something in JSON; what goes wrong is its error, or has the status for its message.
export async function told(milliseconds, path, body) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" } };
  if (body !== null) options.body = JSON.stringify(body);
  const answer = await asked(milliseconds, path, options);
  let said = {};
  try { said = JSON.parse(answer.text); } catch (error) { /* not from the box: something between */ }
  return { ok: answer.ok, status: answer.status, said, error: said.error || { code: "", message: String(answer.status) } };
}
