import { comfortAttribute } from '#shared/boot.ts';

type Sound = 'relay' | 'lamp';

const isOn = () => document.documentElement.getAttribute(comfortAttribute)?.split(' ').includes('sound');

/** Makes a sound where the reader has switched them on; only then is what makes them fetched. */
export function playSound(sound: Sound): void {
  if (isOn()) void import('./sound.ts').then((made) => made.play(sound)).catch(() => undefined);
}

/** The hiss of the carrier while he writes. @returns ends it */
export function playCarrier(): () => void {
  if (!isOn()) return () => undefined;
  const carrier = import('./sound.ts').then((made) => made.startCarrier()).catch(() => undefined);
  return () => void carrier.then((stop) => stop?.());
}
