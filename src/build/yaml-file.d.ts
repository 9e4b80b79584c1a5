declare module '*.yaml' {
  /** Unchecked content of the file: the importer validates it. */
  const data: unknown;
  export default data;
}
