/** What the reference of the calls needs. */
export interface ReferenceServices {
  /** The calls of this site as an OpenAPI 3.1 document. */
  openApi: () => Record<string, unknown>;
}
