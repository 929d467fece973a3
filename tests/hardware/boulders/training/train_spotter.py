"""Trains the spotter of pieces on drawn desks and writes its weights; it needs PyTorch, which nothing else here does.

    python -m tests.hardware.boulders.training.train_spotter FOLDER MINUTES WEIGHTS RATE

`hardware/boulders/bare_table/spotter.md` has the recipe. Lessons that are still being drawn are taken in as they come.
"""

import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDE = 4
BATCH = 8
REACH = 0.11
"""Of a piece's width: how far from its middle a cell may say that it is the middle, with falling weight."""
FAR = 8.0
"""In cells: what an offset of one means."""
HELD_OUT = 1
"""Of the files: the first so many are only looked at, to say how far it is."""
_SEEN = 3
"""Cells of a piece that are needed to be asked for it."""


class Step(nn.Sequential):
    def __init__(self, before: int, after: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
        )


class Spotter(nn.Module):
    """Each cell of 4 × 4 pixels says: is a piece's middle here, does it lie in a piece, and where is its middle."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(Step(3, 16, 2), Step(16, 24, 2), Step(24, 24))
        self.coarse = nn.Sequential(Step(24, 40, 2), Step(40, 40))
        self.broad = nn.Sequential(Step(40, 56, 2), Step(56, 56))
        self.whole = nn.Sequential(Step(56, 56, 2), Step(56, 56), Step(56, 56))
        self.up_broad, self.up_coarse, self.up_fine = Step(56, 40), Step(40, 24), Step(24, 24)
        self.head = nn.Conv2d(24, 4, 1)
        # Middles are rare: so it says at first.
        nn.init.constant_(self.head.bias, -3.0)

    def forward(self, picture: Tensor) -> Tensor:
        fine = self.fine(picture)
        coarse = self.coarse(fine)
        broad = self.broad(coarse)
        whole = self.whole(broad)
        seen = self.up_broad(broad + functional.interpolate(whole, scale_factor=2.0))
        seen = self.up_coarse(coarse + functional.interpolate(seen, scale_factor=2.0))
        seen = self.up_fine(fine + functional.interpolate(seen, scale_factor=2.0))
        return self.head(seen)


class Lesson(NamedTuple):
    picture: np.ndarray
    cells: np.ndarray
    middles: np.ndarray
    """By piece: x and y in cells, and how many pixels it has."""


class Lessons:
    """All that is drawn so far, kept in memory."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._seen = folder, set[str]()
        self.held: list[Lesson] = []
        self.known: list[Lesson] = []
        self.refresh()

    def refresh(self) -> None:
        for path in sorted(self._folder.glob("[0-9]*.npz")):
            if path.name in self._seen:
                continue
            to = self.held if len(self._seen) < HELD_OUT else self.known
            self._seen.add(path.name)
            with np.load(path) as data:
                to += [_lesson(*each) for each in zip(data["pictures"], data["pieces"], strict=True)]


def _lesson(picture: np.ndarray, pieces: np.ndarray) -> Lesson:
    down, right = np.nonzero(pieces > 0)
    numbers = pieces[down, right]
    many = int(pieces.max(initial=0)) + 1
    area = np.bincount(numbers, minlength=many).astype(np.float32)
    x = np.bincount(numbers, right, many) / np.maximum(area, 1)
    y = np.bincount(numbers, down, many) / np.maximum(area, 1)
    half = STRIDE / 2 - 0.5
    middles = np.column_stack([(x - half) / STRIDE, (y - half) / STRIDE, area]).astype(np.float32)
    return Lesson(picture, pieces[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE], middles)


def asked(lesson: Lesson) -> np.ndarray:
    """What each cell should say: middle, inside, and the two offsets; then how much inside and offsets matter."""
    rows, columns = lesson.cells.shape
    answer = np.zeros((6, rows, columns), np.float32)
    answer[1] = lesson.cells > 0
    answer[4] = lesson.cells >= 0
    down, right = np.mgrid[0:rows, 0:columns].astype(np.float32)
    own = np.maximum(lesson.cells, 0)
    x, y, area = (lesson.middles[own, column] for column in range(3))
    answer[2], answer[3] = (x - right) / FAR, (y - down) / FAR
    answer[5] = np.where(lesson.cells > 0, 6.0 / np.sqrt(np.maximum(area, 16.0)), 0.0)
    # The rim between two pieces matters most.
    answer[4] += 1.5 * np.where(lesson.cells > 0, 12.0 / np.sqrt(np.maximum(area, 64.0)), 0.0)
    for number in np.unique(own)[1:] if own.max() else []:
        across, along, size = lesson.middles[number]
        reach = max(0.7, REACH * float(size) ** 0.5 / STRIDE)
        wide = int(np.ceil(3 * reach))
        top, left = max(0, round(float(along)) - wide), max(0, round(float(across)) - wide)
        part = np.s_[top : round(float(along)) + wide + 1, left : round(float(across)) + wide + 1]
        near = np.exp(-((right[part] - across) ** 2 + (down[part] - along) ** 2) / (2 * reach**2))
        answer[0][part] = np.maximum(answer[0][part], near / max(1e-6, float(near.max(initial=0))))
    return answer


def loss_of(said: Tensor, answer: Tensor) -> Tensor:
    """For the middles as for key points: easy cells count little, those near a middle are forgiven."""
    chance, wanted = torch.sigmoid(said[:, 0]), answer[:, 0]
    told = (answer[:, 4] > 0).float()
    peak = (wanted > 0.95).float() * told
    hit = -peak * (1 - chance) ** 2 * functional.logsigmoid(said[:, 0])
    miss = -((1 - wanted) ** 4) * chance**2 * functional.logsigmoid(-said[:, 0]) * (1 - peak) * told
    inside = functional.binary_cross_entropy_with_logits(said[:, 1], answer[:, 1], reduction="none") * answer[:, 4]
    off = functional.smooth_l1_loss(said[:, 2:4], answer[:, 2:4], reduction="none", beta=0.1).sum(1) * answer[:, 5]
    return (
        (hit + miss).sum() / peak.sum().clamp(min=1)
        + 3 * inside.sum() / answer[:, 4].sum()
        + 2 * off.sum() / answer[:, 5].sum().clamp(min=1)
    )


def batch_of(lessons: list[Lesson], random: np.random.Generator) -> tuple[Tensor, Tensor]:
    pictures, answers = [], []
    for _ in range(BATCH):
        lesson = lessons[int(random.integers(len(lessons)))]
        lighter = 255 * np.linspace(0, 1, 256) ** np.exp(random.normal(0, 0.25))
        picture, answer = lighter.astype(np.float32)[lesson.picture], asked(lesson)
        if random.random() < 0.5:
            picture, answer = picture[:, ::-1], answer[:, :, ::-1] * SIGNS_ACROSS
        if random.random() < 0.3:
            picture, answer = picture[::-1], answer[:, ::-1] * SIGNS_ALONG
        if random.random() < 0.3:
            picture, answer = picture.transpose(1, 0, 2), answer.transpose(0, 2, 1)[[0, 1, 3, 2, 4, 5]]
        if random.random() < 0.15:
            picture = picture.mean(axis=2, keepdims=True) + 0.3 * (picture - picture.mean(axis=2, keepdims=True))
        pictures.append(picture * np.exp(random.normal(0, 0.06, 3) + random.normal(0, 0.12)).astype(np.float32))
        answers.append(answer)
    blob = torch.from_numpy(np.stack(pictures) / np.float32(128) - 1).permute(0, 3, 1, 2)
    return blob, torch.from_numpy(np.stack(answers))


SIGNS_ACROSS = np.array([1, 1, -1, 1, 1, 1], np.float32)[:, None, None]
SIGNS_ALONG = np.array([1, 1, 1, -1, 1, 1], np.float32)[:, None, None]


def main(folder: Path, minutes: float, to: Path, rate: float) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(21)
    random = np.random.default_rng(21)
    lessons = Lessons(folder)
    model = Spotter()
    print("weights", sum(weights.numel() for weights in model.parameters()), flush=True)
    if to.with_suffix(".pt").exists():
        model.load_state_dict(torch.load(to.with_suffix(".pt")))
    model = model.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-3)
    started, step, shown = time.time(), 0, 0.0
    while (passed := (time.time() - started) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * (min(1.0, (step + 1) / 50)) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * passed)))
        loss = loss_on(model, batch_of(lessons.known, random))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        shown += float(loss.detach())
        step += 1
        if step % 500 == 0:
            check = np.random.default_rng(5)
            model.eval()
            with torch.no_grad():
                other = np.mean([float(loss_on(model, batch_of(lessons.held, check))) for _ in range(8)])
            model.train()
            spent = time.process_time() / 60
            print(
                f"{step}: {shown / 500:.4f}, held out {other:.4f}, {len(lessons.known)} desks, {spent:.1f} minutes",
                flush=True,
            )
            shown = 0.0
            lessons.refresh()
            save(model, to)
    save(model, to)


def loss_on(model: Spotter, batch: tuple[Tensor, Tensor]) -> Tensor:
    """In short floats, which halves the time on processors that have them and costs little on others."""
    with torch.autocast("cpu", torch.bfloat16):
        said = model(batch[0])
    return loss_of(said.float(), batch[1])


def save(model: Spotter, to: Path) -> None:
    torch.save(model.state_dict(), to.with_suffix(".pt"))
    model.eval()
    example = (torch.zeros(1, 3, 384, 512),)
    torch.onnx.export(
        model, example, str(to), input_names=["picture"], output_names=["cells"], dynamo=False, opset_version=11
    )
    model.train()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4]))
