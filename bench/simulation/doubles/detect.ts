/* What the site's code gets for the detector of help: its texts are part of the program, and it keeps nothing of what it reads. */
import { createDetector as createOnce } from '../../../src/server/main/lab.ts';

let detector: ReturnType<typeof createOnce> | undefined;

export const createDetector: typeof createOnce = (...given) => (detector ??= createOnce(...given));
