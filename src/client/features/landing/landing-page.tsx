import { currentBook } from '#client/current-book.ts';
import { AudiobookSection } from './audiobook/audiobook-section.tsx';
import { BookHead } from './book-head.tsx';
import { BookSection } from './book/book-section.tsx';
import { FinalCall } from './closing/final-call.tsx';
import { Footer } from './closing/footer.tsx';
import { Hero } from './hero/hero.tsx';
import { LineProgress } from './hero/line-progress.tsx';
import { ImmersiveSection } from './immersive/immersive-section.tsx';
import './landing.css';
import { useOneAudioAtATime } from './one-audio-at-a-time.ts';
import { WorldSection } from './world/world-section.tsx';

export function Landing() {
  useOneAudioAtATime();
  const { accent, faces } = currentBook().landing;
  return (
    <div className="landing" data-accent={accent} data-faces={faces}>
      <BookHead />
      <a href="#acquista" className="skip-link">
        Vai al contenuto
      </a>
      <LineProgress />
      <main>
        <Hero />
        <BookSection />
        <AudiobookSection />
        <WorldSection />
        <ImmersiveSection />
        <FinalCall />
      </main>
      <Footer />
    </div>
  );
}
