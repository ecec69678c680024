// The opponents: those who know the game from its tables, the engine at its levels, and those who err like people.

import { t } from './texts.js';

const ENGINE_LEVELS = Array.from({ length: 10 }, (_, index) => index + 1);

/** Groups of opponents as they are offered, by the names that the server has for them. */
export const GROUPS = [
  ['engine', [...ENGINE_LEVELS.map((level) => `engine-${level}`), 'engine']],
  ['tables', ['strong', 'ultra']],
  ['people', ['erring-10', 'erring-30', 'erring-60', 'random']],
];

const ALL = GROUPS.flatMap(([, names]) => names);

export const isLevel = (name) => ALL.includes(name);

/** Who must know the value of a position to play: the engine and all others can look ahead. */
export const needsTables = (name) => name.startsWith('erring');

const engineLevel = (name) => /^engine-(\d+)$/.exec(name)?.[1] ?? null;

/** As it is offered. */
export function levelTitle(name) {
  const level = engineLevel(name);
  return level ? t('level.engine-n', { n: level, title: t(`level.title.${level}`) }) : t(`level.${name}`);
}

/** As the player beside the board is called. */
export function levelName(name) {
  const level = engineLevel(name);
  return level ? t('level.engine-n.name', { title: t(`level.title.${level}`) }) : t(`level.${name}.name`);
}
