import type { CSSProperties } from 'react';
import { currentBook } from '#client/current-book.ts';
import { ChatPreview } from '../preview/chat-preview.tsx';
import { SoundtrackSection } from '../soundtrack/soundtrack-section.tsx';
import './immersive.css';

export function ImmersiveSection() {
  const { immersive, howItWorks, features } = currentBook().landing;
  const clips = immersive.clips.filter(({ sources }) => sources.length > 0);
  return (
    <section aria-labelledby="esperienza-titolo" className="immersive">
      <div
        className="grid grid-cols-[minmax(0,1fr)] gap-12 max-w-384 mx-auto py-[clamp(4rem,9vw,8rem)] px-[var(--edge)] [box-sizing:content-box] min-[900px]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] min-[900px]:gap-[clamp(3rem,6vw,6rem)]"
        data-plain={clips.length === 0 || undefined}
      >
        {clips.length > 0 && <ChatPreview clips={clips} />}
        <div className="immersive-words">
          <div>
            <p className="eyebrow text-terminal">Anti-spoiler: attivo</p>
            <h2 id="esperienza-titolo" className="display mt-3 text-paper">
              {immersive.title}
            </h2>
            <p className="mt-5 mx-0 mb-12 text-[1.25rem] leading-[1.5]">{immersive.text}</p>
          </div>
          <div>
            <h3 className="eyebrow">{howItWorks.title}</h3>
            <ol role="list" className="steps">
              {howItWorks.steps.map((step, index) => (
                <li key={step.title}>
                  <span
                    className="step-drawing"
                    style={{ '--step': index % 3 } as CSSProperties}
                    aria-hidden="true"
                  />
                  <div>
                    <h4>{step.title}</h4>
                    <p>{step.text}</p>
                  </div>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
      <SoundtrackSection />
      {features.length > 0 && (
        <ul role="list" className="features">
          {features.map((feature, index) => (
            <li key={feature.title}>
              <span
                className="feature-drawing"
                style={{ '--third': index % 3 } as CSSProperties}
                aria-hidden="true"
              />
              <h3>{feature.title}</h3>
              <p>{feature.text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
