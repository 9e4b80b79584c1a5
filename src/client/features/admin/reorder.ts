interface Ordered {
  id: string;
  displayOrder: number;
}

/**
 * The changes of `displayOrder` that move one image a place up or down among `images`, given as shown. Two images with
 * different numbers swap them; where numbers are equal all are numbered anew from 0.
 */
export function moveImage(images: readonly Ordered[], id: string, by: -1 | 1): Ordered[] {
  const from = images.findIndex((image) => image.id === id);
  const moved = images[from];
  const other = images[from + by];
  if (!moved || !other) return [];
  const distinct = new Set(images.map(({ displayOrder }) => displayOrder)).size === images.length;
  if (distinct) {
    return [
      { id: moved.id, displayOrder: other.displayOrder },
      { id: other.id, displayOrder: moved.displayOrder },
    ];
  }
  const order = [...images];
  order[from] = other;
  order[from + by] = moved;
  return order.flatMap((image, i) => (image.displayOrder === i ? [] : [{ id: image.id, displayOrder: i }]));
}
