"""Trains the proposer on drawn lessons and writes its weights; it needs PyTorch and onnx, which nothing else here does.

    python -m tests.hardware.boulders.training.train FOLDER MINUTES WEIGHTS RATE

`hardware/boulders/proposer.md` has the recipe. Lessons that are still being drawn are taken in as they come.
"""

import sys
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx.numpy_helper import to_array
from torch import Tensor, nn
from torch.nn import functional

STRIDE = 4
LEVELS, EACH = 2, 5
"""On the mat and on others; what is said of a top: is it here, right, down, cosine and sine of four times its angle."""
CROP = 192
BATCH = 16
CHANNELS = 28
REACHES = (1, 2, 1, 4, 1, 2, 1, 1)
"""In cells: how far apart the places are that each layer of the body compares."""
PLACE_REACH = 0.75
"""In cells: how far from a top's middle a cell is asked to answer, with falling weight."""
SELDOM = -4.0
"""In logarithms: how likely a top is in a cell, to begin with."""
OFTEN_LIFTED = 0.55
"""How often a crop is taken around one that lies on others: they are few."""
SHADED = 0.25
"""How often a shadow's edge is drawn over a crop, and how often one is noisy as in a dim corner."""
HELD_OUT = 12
"""Of the rooms: the last so many of those drawn by the start are only looked at, to say how far it is."""


class Proposer(nn.Module):
    """Each cell of four by four pixels says: is a top's middle here, where exactly, and turned how; the same of a top
    that lies on others, for one may be right above another."""

    def __init__(self) -> None:
        super().__init__()
        wide = CHANNELS
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 3, 2, 1), nn.ReLU(), nn.Conv2d(16, wide - 2, 3, 2, 1), nn.ReLU())
        self.body = nn.ModuleList(nn.Conv2d(wide, wide, 3, 1, reach, reach) for reach in REACHES)
        self.head = nn.Conv2d(wide, LEVELS * EACH, 1)
        with torch.no_grad():
            self.head.bias[::EACH] = SELDOM

    def forward(self, picture: Tensor, sweep: Tensor) -> Tensor:
        seen = torch.cat([self.stem(picture), sweep], 1)
        for number in range(0, len(self.body), 2):
            inner = functional.relu(self.body[number](seen))
            seen = functional.relu(seen + self.body[number + 1](inner))
        return self.head(seen)


class Lessons:
    """All that is drawn so far, kept in memory, and crops of it, turned and tinted."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._seen = folder, set[str]()
        self.rooms: list[dict[str, np.ndarray]] = []
        self.refresh()

    def refresh(self) -> None:
        for path in sorted(self._folder.glob("[0-9]*.npz")):
            if path.name not in self._seen:
                self._seen.add(path.name)
                with np.load(path) as data:
                    self.rooms.append({name: data[name] for name in data.files})

    def crop(self, random: np.random.Generator, room: dict[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        number = int(random.integers(len(room["counts"])))
        start = int(room["counts"][:number].sum())
        tops = room["tops"][start : start + room["counts"][number]]
        picture = room["pictures"][number]
        height, width = picture.shape[:2]
        aims = tops[tops[:, 4] > 0] if random.random() < OFTEN_LIFTED and (tops[:, 4] > 0).any() else tops
        anywhere = not len(aims) or random.random() < 0.1
        aim = random.uniform(0, 400, 5) if anywhere else aims[int(random.integers(len(aims)))]
        left = int(np.clip(aim[0] - random.uniform(0.2, 0.8) * CROP, 0, width - CROP)) // STRIDE * STRIDE
        top = int(np.clip(aim[1] - random.uniform(0.2, 0.8) * CROP, 0, height - CROP)) // STRIDE * STRIDE
        part = picture[top : top + CROP, left : left + CROP].astype(np.float32)
        cells = CROP // STRIDE
        sweep = room["sweep"][:, top // STRIDE : top // STRIDE + cells, left // STRIDE : left // STRIDE + cells]
        x, y, angle, lifted = tops[:, 0] - left, tops[:, 1] - top, tops[:, 2], tops[:, 4]
        sweep = sweep.copy()
        if random.random() < 0.5:
            part, sweep, x, angle = part[:, ::-1], sweep[:, :, ::-1] * [[[-1]], [[1]]], CROP - 1 - x, -angle
        if random.random() < 0.5:
            part, sweep = part.transpose(1, 0, 2), sweep[::-1].transpose(0, 2, 1)
            x, y, angle = y, x, 90 - angle
        if random.random() < 0.5:
            part, sweep, y, angle = part[::-1], sweep[:, ::-1] * [[[1]], [[-1]]], CROP - 1 - y, -angle
        if random.random() < 0.3:
            part = part[..., random.permutation(3)]
        part = part * np.exp(random.normal(0, 0.05, 3)) * np.exp(random.normal(0, 0.06))
        if random.random() < SHADED:
            part = part * shade(random)
        part = part + random.normal(0, random.uniform(0, 10 if random.random() < SHADED else 3), part.shape)
        wanted = [targets(x[lifted == level], y[lifted == level], angle[lifted == level]) for level in range(LEVELS)]
        return np.ascontiguousarray(part), sweep, np.stack(wanted)


def shade(random: np.random.Generator) -> np.ndarray:
    """The edge of a large shadow that balancing did not take away, hard or soft, with a tint of its own."""
    down, right = np.mgrid[0:CROP, 0:CROP].astype(np.float32)
    way, edge = random.uniform(0, 2 * np.pi), random.uniform(0.2, 0.8, 2) * CROP
    beyond = ((right - edge[0]) * np.cos(way) + (down - edge[1]) * np.sin(way)) / random.uniform(2, 25)
    deep = random.uniform(-0.3, 0.9) + random.normal(0, 0.08, 3)
    return np.asarray(np.exp(-deep / (1 + np.exp(-np.clip(beyond, -20, 20)))[..., None]))


def targets(x: np.ndarray, y: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """What each cell should say; how near the middle is comes first, and tells how much the rest matters."""
    cells = CROP // STRIDE
    wanted = np.zeros((EACH, cells, cells), np.float32)
    column, row = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
    for across, along, turn in zip(column, row, np.radians(angle) * 4, strict=True):
        low = (max(0, int(np.floor(across)) - 1), max(0, int(np.floor(along)) - 1))
        for r in range(low[1], min(cells, low[1] + 4)):
            for c in range(low[0], min(cells, low[0] + 4)):
                away = np.array([c - across, r - along])
                # The cell with the middle in it is sure, wherever in it that is.
                near = 1.0 if (abs(away) <= 0.5).all() else float(np.exp(-(away @ away) / (2 * PLACE_REACH**2)))
                if near > wanted[0, r, c]:
                    wanted[:, r, c] = near, across - c, along - r, np.cos(turn), np.sin(turn)
    return wanted


def loss_of(said: Tensor, wanted: Tensor) -> Tensor:
    """For the middles as for key points: easy cells count little, those near a middle are forgiven."""
    said, wanted = said.reshape(-1, EACH, *said.shape[2:]), wanted.reshape(-1, EACH, *said.shape[2:])
    middle, near = said[:, 0], wanted[:, 0]
    chance, peak = torch.sigmoid(middle), (near == 1).float()
    hit = -peak * near * (1 - chance) ** 2 * functional.logsigmoid(middle)
    miss = -((1 - near) ** 4) * chance**2 * functional.logsigmoid(-middle) * (1 - peak)
    off = (said[:, 1:] - wanted[:, 1:]).abs() * near[:, None]
    placed = (off[:, :2].sum() + 0.6 * off[:, 2:].sum()) / near.sum().clamp(min=1)
    return (hit + miss).sum() / peak.sum().clamp(min=1) + 0.5 * placed


def batch_of(lessons: Lessons, rooms: list[dict[str, np.ndarray]], random: np.random.Generator) -> tuple[Tensor, ...]:
    crops = [lessons.crop(random, rooms[int(random.integers(len(rooms)))]) for _ in range(BATCH)]
    picture, sweep, wanted = (np.stack(each).astype(np.float32) for each in zip(*crops, strict=True))
    picture = np.ascontiguousarray(picture.transpose(0, 3, 1, 2)) / 85.0 - 1.0
    return torch.from_numpy(picture), torch.from_numpy(sweep / 10.0), torch.from_numpy(wanted)


def main(folder: Path, minutes: float, to: Path, rate: float) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(21)
    random = np.random.default_rng(21)
    lessons = Lessons(folder)
    held = lessons.rooms[:HELD_OUT]
    model = Proposer()
    print("weights", sum(weights.numel() for weights in model.parameters()), flush=True)
    if to.exists():
        model.load_state_dict(weights_of(to))
    model = model.to(memory_format=torch.channels_last)
    best = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-4)
    started, step, shown = time.time(), 0, 0.0
    while (passed := (time.time() - started) / 60 / minutes) < 1:
        for group in best.param_groups:
            group["lr"] = rate * (min(1.0, (step + 1) / 100)) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * passed)))
        picture, sweep, wanted = batch_of(lessons, lessons.rooms[HELD_OUT:], random)
        loss = loss_of(model(picture.to(memory_format=torch.channels_last), sweep), wanted)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        best.step()
        shown += float(loss.detach())
        step += 1
        if step % 100 == 0:
            check = np.random.default_rng(5)
            with torch.no_grad():
                tested = [batch_of(lessons, held, check) for _ in range(4)]
                other = float(np.mean([float(loss_of(model(t[0], t[1]), t[2])) for t in tested]))
            spent = time.process_time() / 60
            rooms = len(lessons.rooms)
            print(f"{step}: {shown / 100:.4f}, held out {other:.4f}, {rooms} rooms, {spent:.1f} minutes", flush=True)
            shown = 0.0
            lessons.refresh()
            save(model, to)
    save(model, to)


def weights_of(network: Path) -> dict[str, Tensor]:
    return {each.name: torch.tensor(to_array(each)) for each in onnx.load(network).graph.initializer}


def save(model: Proposer, to: Path) -> None:
    model.eval()
    example = (torch.zeros(1, 3, 416, 552), torch.zeros(1, 2, 104, 138))
    torch.onnx.export(
        model, example, str(to), input_names=["picture", "sweep"], output_names=["tops"], dynamo=False, opset_version=11
    )
    model.train()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4]))
