import { useMemo, type ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import './saving.css';
import { textDifference, type Stretch } from './text-difference.ts';

interface Side {
  title: string;
  text: string;
  action?: ReactNode;
}

export function TwoTexts({ one, other }: { one: Side; other: Side }) {
  const difference = useMemo(() => textDifference(one.text, other.text), [one.text, other.text]);
  return (
    <div className="saving-two">
      <TextPane side={one} stretches={difference.one} kind="del" />
      <TextPane side={other} stretches={difference.other} kind="ins" />
    </div>
  );
}

function TextPane({ side, stretches, kind }: { side: Side; stretches: Stretch[]; kind: 'del' | 'ins' }) {
  const Own = kind;
  return (
    <section aria-label={side.title}>
      <header>
        <strong>{side.title}</strong>
        {side.action}
      </header>
      <div className="saving-text" tabIndex={0} role="region" aria-label={`Testo: ${side.title}`}>
        {side.text === '' && <em className="admin-none">vuoto</em>}
        {stretches.map(({ text, isOwn, gap }, index) => {
          if (gap !== undefined)
            return (
              <span key={index} className="saving-gap">
                {formatNumber(gap)} caratteri uguali
              </span>
            );
          return isOwn ? <Own key={index}>{text}</Own> : <span key={index}>{text}</span>;
        })}
      </div>
    </section>
  );
}
