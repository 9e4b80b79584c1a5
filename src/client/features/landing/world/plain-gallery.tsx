import bookImages from '#content/demo/gallery.json';

/** The book's own images as links, for who reads without scripts. It is set when the site is built, and only then. */
export function PlainGallery() {
  return (
    <>
      <style>{'.world-words .button { display: none }'}</style>
      <ul className="plain-gallery">
        {bookImages.map(({ file, title }) => (
          <li key={file}>
            <a href={`/public-objects/gallery/${file}`}>{title}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
