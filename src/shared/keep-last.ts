/**
 * What `make` made last for a key, for as long as the parts it was made of are the same; of the keys asked for last.
 *
 * @param most keys
 */
export function keepLast<T extends object>(
  most: number,
): (key: string, parts: readonly unknown[], make: () => T) => T {
  const lastByKey = new Map<string, { parts: readonly unknown[]; value: T }>();
  return (key, parts, make) => {
    const last = lastByKey.get(key);
    const isSame =
      last?.parts.length === parts.length && last.parts.every((part, index) => part === parts[index]);
    const value = isSame ? last.value : make();
    lastByKey.delete(key);
    lastByKey.set(key, { parts, value });
    const [oldest] = lastByKey.keys();
    if (oldest !== undefined && lastByKey.size > most) lastByKey.delete(oldest);
    return value;
  };
}
