import { comfortAttribute } from '#shared/boot.ts';

type Sound = 'relay' | 'lamp';

const isOn = () => document.documentElement.getAttribute(comfortAttribute)?.split(' ').includes('sound');

/** Plays a sound if sounds are enabled; loads the synthesizer only then. */
export function playSound(sound: Sound): void {
  if (isOn()) void import('./sound.ts').then((made) => made.play(sound)).catch(() => undefined);
}

export function playCarrier(): () => void {
  if (!isOn()) return () => undefined;
  const carrier = import('./sound.ts').then((made) => made.startCarrier()).catch(() => undefined);
  return () => void carrier.then((stop) => stop?.());
}
