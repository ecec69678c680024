// The sounds of stones on wood, made by the browser itself. They can be turned off, and are silent until the reader has
// done something, as browsers want it.

import { keep } from './keep.js';

let context = null;

export const sounds = {
  get on() {
    return keep.read('sound') !== 'no';
  },
  set on(yes) {
    keep.write('sound', yes ? 'yes' : 'no');
  },
  /** What was played last, for whoever cannot hear. */
  last: null,
};

/** A knock: a short tone that falls, with a little noise of wood. */
function knock(at, { pitch, loud, long }) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + long);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + long);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + long);
}

/** A tone that swells and fades. */
function chime(at, { pitch, loud, long }) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.001, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.03);
  volume.gain.exponentialRampToValueAtTime(0.001, at + long);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + long);
}

const chord = (now, pitches) => pitches.forEach((pitch, index) => chime(now + 0.13 * index, { pitch, loud: 0.12, long: 0.7 }));

const TUNES = {
  place: (now) => knock(now, { pitch: 420, loud: 0.3, long: 0.09 }),
  slide: (now) => knock(now, { pitch: 300, loud: 0.25, long: 0.12 }),
  mill: (now) => [0, 0.08].forEach((late) => knock(now + late, { pitch: 620, loud: 0.3, long: 0.1 })),
  take: (now) => [0, 0.1].forEach((late, index) => knock(now + late, { pitch: 380 - 140 * index, loud: 0.3, long: 0.13 })),
  win: (now) => chord(now, [523, 659, 784]),
  lose: (now) => chord(now, [392, 330, 262]),
  draw: (now) => chord(now, [440, 440]),
  right: (now) => chord(now, [659, 880]),
  wrong: (now) => knock(now, { pitch: 180, loud: 0.3, long: 0.25 }),
};

/** Plays one of the tunes, if sounds are wanted and the browser lets us. */
export function sound(name) {
  if (!sounds.on) return;
  sounds.last = name;
  try {
    if (!navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    if (context.state === 'suspended') context.resume();
    TUNES[name](context.currentTime);
  } catch {
    // A browser without sound is no trouble.
  }
}
