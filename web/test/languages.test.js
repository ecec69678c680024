import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import test from 'node:test';
import { click, explorer, settled, status } from './explorer.js';

const mill = explorer();

const PAGE = new URL('../page/', import.meta.url);
const LANGUAGES = ['en', 'de', 'zh-Hans'];

const catalogue = async (language) => (await import(new URL(`texts/${language}.js`, PAGE))).texts;

/** The blanks of a text that are filled in; all its forms have to agree with one of English. */
const blanks = (text) => new Set([...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

for (const language of LANGUAGES.slice(1)) {
  test(`${language} has every text of English, with the same blanks`, async () => {
    const [english, other] = [await catalogue('en'), await catalogue(language)];
    assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort());
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(other)) {
      const extra = [...blanks(text)].filter((name) => !blanks(english[key]).has(name));
      assert.deepEqual(extra, [], key);
      assert.equal(typeof text, typeof english[key], key);
      if (typeof text === 'object') assert.deepEqual(Object.keys(text).sort(), [...forms].sort(), `${key} has a form for every number`);
      else assert.ok(text.trim() !== '' || key === 'and', key);
    }
  });
}

test('every text that the page asks for is there, and none is left over', async () => {
  const english = await catalogue('en');
  const files = (await readdir(PAGE)).filter((name) => /\.(js|html)$/.test(name));
  const source = (await Promise.all(files.map((name) => readFile(new URL(name, PAGE), 'utf8')))).join('\n');
  // Keys that are put together in the code: the families they belong to.
  const families = [...source.matchAll(/t\(`([a-z][\w-]*\.(?:[\w-]+\.)?)\$\{/g)].map(([, start]) => start);
  const known = ['white-stone', 'black-stone', ...['verdict.', 'worth.', 'play.', 'train.', 'draw.', 'game.', 'error.', 'report.', 'level.', 'over.'], ...families];
  const unused = Object.keys(english).filter((key) => !source.includes(`'${key}'`) && !source.includes(`"${key}"`) && !known.some((start) => key.startsWith(start)));
  assert.deepEqual(unused, []);
  const named = [...source.matchAll(/(?<![\w.])t\('([\w.!?-]+)'/g), ...source.matchAll(/data-(?:text|label|tip)="([\w.-]+)"/g)].map(([, key]) => key);
  assert.ok(named.length > 150);
  assert.deepEqual(named.filter((key) => !(key in english)), []);
});

test('the pages themselves have no words: all are in the catalogues', async () => {
  for (const name of ['index.html', 'statistics.html']) {
    const html = (await readFile(new URL(name, PAGE), 'utf8')).replace(/<head>.*<\/head>|<noscript>.*<\/noscript>|<!--.*?-->/gs, '');
    const words = html.replace(/<[^>]*>/g, ' ').replace(/&hellip;/g, '').split(/\s+/).filter(Boolean);
    assert.deepEqual(words, ['Millwright'], name);
    assert.doesNotMatch(html, /\s(aria-label|title|placeholder)="/, name);
  }
});

for (const [locale, language, place, title] of [
  ['de-AT', 'de', 'Setze einen Stein', 'Mühle mit fünf Steinen'],
  ['zh-CN', 'zh-Hans', '放一枚棋子', '五子直棋'],
  ['fr-FR', 'en', 'Place a stone', 'Five-stone morris'],
]) {
  test(`a browser that prefers ${locale} gets ${language}`, async () => {
    const page = await mill.open('/#game=standard&stones=5&as=white&against=strong', { locale });
    assert.equal(await page.getAttribute('html', 'lang'), language);
    assert.equal(await page.innerText('#task h2'), place);
    assert.equal(await page.innerText('#game-title'), title);
    await page.leave();
  });
}

test('another language is chosen, and stays', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7_b2d2f6');
  await page.selectOption('#language', 'de');
  await page.waitForSelector('html[lang="de"]');
  await settled(page);
  assert.equal(await page.innerText('.verdict h2'), 'Weiß am Zug gewinnt in 1 Halbzug');
  assert.match(await status(page), /Weiß am Zug gewinnt/);
  await page.goto(`${mill.address}/statistics.html#game=standard&stones=5`);
  await page.waitForSelector('.rows tbody tr');
  assert.match(await page.innerText('#total h2'), /^[\d.]+ Stellungen$/, 'numbers are written as Germans do');
  await page.leave();
});

test('a whole turn with a mill is told in German and in Chinese', async () => {
  for (const [locale, mills, taken] of [['de', /Mühle! Schlage einen Stein von Schwarz/, /Weiß hat d7-a7xb2 gespielt/], ['zh', /三连！吃掉黑方 1 子/, /白方走了 d7-a7xb2/]]) {
    const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2', { locale });
    await click(page, 'd7');
    await click(page, 'a7');
    assert.match(await status(page), mills);
    await click(page, 'b2');
    await settled(page);
    assert.match(await status(page), taken);
    assert.equal(await page.locator('[data-stone="white"]').count(), 4);
    await page.leave();
  }
});

test('what the server says in English is behind words of the language', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.d6', { locale: 'de' });
  await page.waitForSelector('#status[data-kind="refused"]');
  assert.match(await status(page), /Dieser Link ist beschädigt\. .*\. \(ply 2/);
  assert.equal(await page.locator('.point.held').count(), 1);
  await page.leave();
});
