/* What the site's code gets for its lexicon: the dictionary is part of the program and read once, not at every start of every life. */
import { openLexicon as openOnce } from '../../../src/server/main/lab.ts';

export { withOneAccent } from '../../../src/server/main/lab.ts';

let lexicon: ReturnType<typeof openOnce> | undefined;

export const openLexicon: typeof openOnce = () => (lexicon ??= openOnce());
