import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from './picture.tsx';

test('a picture is described, and keeps its place while it loads', () => {
  const image = { src: '/a.webp', width: 800, height: 600, alt: 'Il treno fermo nella neve' };
  const html = renderToStaticMarkup(<Picture image={image} sizes="100vw" />);
  expect(html).toContain('alt="Il treno fermo nella neve"');
  expect(html).toContain('width="800" height="600"');
});
