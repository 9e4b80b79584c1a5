declare module '*.yaml' {
  /** What the file holds, whatever it is: whoever imports it checks it. */
  const data: unknown;
  export default data;
}
