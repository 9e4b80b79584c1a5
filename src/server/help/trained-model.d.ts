/** The classifier of danger and pain, trained when the site is built by src/build/trained-plugin.ts. */
declare module 'virtual:help-model' {
  import type { ActModel } from '#server/acts/model.ts';

  const model: ActModel;
  export default model;
}
