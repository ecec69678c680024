// The words of the page in the reader's language: what the browser prefers, unless he has chosen. All texts of a
// language are in one file, `texts/<language>.js`; only the one that is shown is loaded.

import { keep } from './keep.js';

/** Languages by their tags, each in its own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', 'zh-Hans': '\u7b80\u4f53\u4e2d\u6587' };

/** The language for what a browser prefers: `de-AT` is served by `de`, all Chinese by the simplified one. */
export function languageFor(preferred) {
  for (const tag of preferred) {
    const [primary] = tag.toLowerCase().split('-');
    const found = Object.keys(LANGUAGES).find((known) => known.toLowerCase().split('-')[0] === primary);
    if (found) return found;
  }
  return 'en';
}

const chosen = keep.read('language');

export const language = chosen in LANGUAGES ? chosen : languageFor(navigator.languages ?? [navigator.language]);

export const isEnglish = language === 'en';

const { texts } = await import(`./texts/${language}.js`);
const forms = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);

export const number = (value) => numbers.format(value);

/** With so many digits after the point, or the comma. */
export const decimal = (value, digits = 1) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const has = (key) => key in texts;

/**
 * A text: `{name}` is replaced by the value of that name. A text with several forms has the one that fits the number
 * `n`, by the rules of the language.
 */
export function t(key, values = {}) {
  const found = texts[key];
  if (found === undefined) throw new Error(`there is no text ${key} in ${language}`);
  const text = typeof found === 'string' ? found : found[forms.select(values.n)] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : String(value);
  });
}

/** The same, cut at its stars: what stands between two of them is to be set bold. */
export const emphasised = (key, values) => t(key, values).split('*').map((text, index) => ({ text, strong: index % 2 === 1 }));

/** Fills the elements of a page that say which text they have: inside, as a label, or as a tooltip. */
export function fillIn(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
  for (const element of root.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.dataset.label));
  for (const element of root.querySelectorAll('[data-tip]')) element.title = t(element.dataset.tip);
}

/** Changes the language for good. The page is loaded anew: its address says all that is on it. */
export function speak(tag) {
  keep.write('language', tag);
  location.reload();
}
