import { readQuestions } from './reader-questions.ts';

/** About Pinocchio, another author's book in the third person and without summaries: 40 questions, and 30 written after the tuning. */
export const { pinocchioQuestions = [], freshPinocchioQuestions = [] } =
  readQuestions('pinocchio-questions.yaml');
