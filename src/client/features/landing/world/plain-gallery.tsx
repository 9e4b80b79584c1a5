import bookImages from '#content/demo/gallery.json';

/** Gallery links for readers without scripts; rendered at build time only. */
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
