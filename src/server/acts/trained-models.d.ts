/** The classifier, trained when the site is built by src/build/acts-plugin.ts. */
declare module 'virtual:act-model' {
  import type { ActModel } from '#server/acts/model.ts';

  const model: ActModel;
  export default model;
}
