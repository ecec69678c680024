// The choice of a language, in the head of each page.

import { find, make } from './dom.js';
import { LANGUAGES, language, speak, t } from './texts.js';

export function languagePicker() {
  const select = find('language');
  select.setAttribute('aria-label', t('page.language'));
  select.replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) => make('option', { value: tag, lang: tag, selected: tag === language }, name)));
  select.addEventListener('change', () => speak(select.value));
}
