// Keyboard shortcuts of the whole page. Fields and dialogs keep their own keys; the board keeps its arrows.

const FIELDS = 'input, select, textarea, [contenteditable]';

/** `actions`: key -> function. Letters work in both cases. */
export function listen(actions) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector('dialog[open]') || event.target.closest?.(FIELDS)) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
