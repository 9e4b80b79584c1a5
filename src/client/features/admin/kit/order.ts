interface Ordered {
  id: string;
  displayOrder: number;
}

export function moveId(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((otherId) => otherId !== id);
  return others.toSpliced(to, 0, id);
}

/**
 * Images in a new order, numbered as the server will: they reuse their numbers; duplicates cause renumbering from 0.
 */
export function orderImages<Image extends Ordered>(
  images: readonly Image[],
  ids: readonly string[],
): Image[] {
  const numbers = images.map(({ displayOrder }) => displayOrder).sort((a, b) => a - b);
  const isDistinct = new Set(numbers).size === numbers.length;
  return images
    .map((image) => {
      const place = ids.indexOf(image.id);
      return { ...image, displayOrder: isDistinct ? (numbers[place] ?? place) : place };
    })
    .sort((a, b) => a.displayOrder - b.displayOrder);
}
