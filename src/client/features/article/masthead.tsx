import type { Article } from '#shared/article.ts';

export function Masthead({ article }: { article: Article }) {
  const {
    imprint,
    header,
    notice,
    neighbours,
    stamps,
    kicker,
    title,
    period,
    subtitle,
    byline,
    affiliation,
    dates,
    keywords,
  } = article;
  return (
    <header className="masthead">
      {imprint.length > 0 && (
        <p className="imprint">
          {imprint.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
      {neighbours && <p className="neighbour-entry" aria-hidden="true" data-words={neighbours.before} />}
      {header.length > 0 && (
        <dl className="header-block">
          {header.map(({ label, value, hand }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {hand ? (
                  <span className="by-hand">{hand}</span>
                ) : value ? (
                  <span dangerouslySetInnerHTML={{ __html: value }} />
                ) : (
                  <span className="blank">da compilare</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {stamps.map((stamp) => (
        <p key={stamp} className="stamp">
          {stamp}
        </p>
      ))}
      {kicker && <p className="kicker">{kicker}</p>}
      <h1 id="titolo">{title}</h1>
      {period && <p className="period">{period}</p>}
      <p className="subtitle">{subtitle}</p>
      {byline.length > 0 && (
        <p className="byline">
          {byline.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </p>
      )}
      {affiliation && <p className="affiliation">{affiliation}</p>}
      {dates && <p className="dates">{dates}</p>}
      {notice && <p className="notice-line">{notice}</p>}
      {keywords.length > 0 && (
        <p className="keywords">
          <b>Parole chiave</b> {keywords.join(' · ')}
        </p>
      )}
    </header>
  );
}
