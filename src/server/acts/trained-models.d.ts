/** The classifier of the acts, trained when the site is built by src/build/trained-plugin.ts. */
declare module 'virtual:act-model' {
  import type { ActModel } from '#server/acts/model.ts';

  const model: ActModel;
  export default model;
}
