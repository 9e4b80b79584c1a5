interface Ordered {
  id: string;
  displayOrder: number;
}

/** The ids with one of them at another place, from 0. */
export function moveId(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((each) => each !== id);
  return others.toSpliced(to, 0, id);
}

/**
 * The images in an order, as the server will number them: they share the numbers they had; where two have the same all are
 * numbered anew from 0.
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
