import { theWorld } from '../world/world.ts';

/** One call to the disk: it takes a moment, fails as the disk is told to, and never comes back in a process that is gone. */
export function call<T>(path: string, effect: () => T, needsRoom = false): Promise<T> {
  const { disk, random } = theWorld();
  return theWorld().process.later(random.below(3), () => {
    disk.refuse(path, needsRoom);
    return effect();
  });
}
