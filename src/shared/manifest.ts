export const manifestPath = '/manifest.webmanifest';

export function manifestOf(book: { title: string; description: string }): string {
  const icon = (file: string, size: number, purpose?: 'maskable') => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name: book.title,
    short_name: book.title,
    description: book.description,
    lang: 'it',
    start_url: '/',
    display: 'standalone',
    background_color: '#0b1a2c',
    theme_color: '#0b1a2c',
    icons: [
      icon('icon-192.png', 192),
      icon('icon-512.png', 512),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}
