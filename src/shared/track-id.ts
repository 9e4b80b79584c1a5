/**
 * The id to embed: what follows the track segment, before any query string
 * (`…/track/ID?si=…` and `spotify:track:ID` → `ID`); a bare id stands for itself.
 */
export function trackId(spotifyUrl: string): string {
  const afterSegment = spotifyUrl.split(/track[/:]/).at(-1) ?? spotifyUrl;
  return afterSegment.split(/[?#/]/)[0] ?? afterSegment;
}
