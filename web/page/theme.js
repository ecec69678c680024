// Light or dark: what the system says, unless the reader has chosen. A plain script in the head, so that the page is
// never drawn in the wrong colours first.
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  try {
    chosen = localStorage.getItem('millwright-theme');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  const apply = () => {
    root.dataset.theme = chosen ?? (dark.matches ? 'dark' : 'light');
  };
  apply();
  dark.addEventListener('change', apply);
  document.addEventListener('DOMContentLoaded', () => {
    document.getElementById('theme')?.addEventListener('click', () => {
      chosen = root.dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.setItem('millwright-theme', chosen);
      } catch {
        // As above.
      }
      apply();
    });
  });
})();
