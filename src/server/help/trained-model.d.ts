/** The classifiers of danger and pain, trained when the site is built by src/build/trained-plugin.ts. */
declare module 'virtual:help-model' {
  import type { HelpModel } from '#server/help/suspect.ts';

  const model: HelpModel;
  export default model;
}
