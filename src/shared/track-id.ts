/** The Spotify id in a URL or URI (`…/track/ID?si=…`, `spotify:track:ID`); a bare id is returned as it is. */
export function trackId(spotifyUrl: string): string {
  const afterSegment = spotifyUrl.split(/track[/:]/).at(-1) ?? spotifyUrl;
  return afterSegment.split(/[?#/]/)[0] ?? afterSegment;
}
