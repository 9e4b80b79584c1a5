const localNumber = /^(?:10\.\d+|127\.\d+|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+(?:\.\d+)?$/;
const localSix = /^\[(?:::1?\]|f[cde][0-9a-f]{2}:)/;
const localName = /\.(?:local|localhost|lan|home|internal|fritz\.box|home\.arpa)$/;

/**
 * Whether a name is known in one's own network only: what is printed with it leads readers nowhere.
 *
 * @param hostname as `location.hostname` has it
 */
export function isLocalHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return localSix.test(hostname);
  return !hostname.includes('.') || localNumber.test(hostname) || localName.test(hostname);
}
