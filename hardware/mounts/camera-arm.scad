// A stand that holds the camera above the mat: two round rods from the hardware shop, three printed parts.
// It stands beside the tower and never touches it: a blow would shake the picture.
// Open it in OpenSCAD, choose a part and your measures on the right, then export as STL. Millimetres throughout.

/* [Which part] */
part = "foot"; // [foot, elbow, cradle]

/* [What you measure] */
// Measure your rod with a caliper; wood is rarely what it is sold as.
rod = 12; // [6:0.1:22]
// The holes of the camera's own board: Camera Module 2 and 3 have 21 across and 12.5 down.
holes_across = 21; // [10:0.1:60]
holes_down = 12.5; // [5:0.1:60]
// A USB camera with a tripod thread hangs on this screw instead: 6.5 lets a quarter inch through.
tripod_hole = 6.5; // [3:0.1:8]

/* [How it is printed] */
// Room around the rod: more if it will not go in, less if it wobbles.
play = 0.3; // [0:0.05:1]
wall = 4; // [2:0.5:8]
// The foot's edge: a longer boom needs a larger one, or a stone on it.
foot_size = 140; // [80:5:200]
depth = 32; // [20:1:60]

$fn = 36;
plate_height = 3;
bore = rod + play;
outer = bore + 2 * wall;

assert(rod >= 6 && rod <= 22, "The rod is 6 to 22 mm thick.");
assert(foot_size <= 200, "The foot shall fit on a printer's bed: 200 mm at most.");

// A tube closed at its bottom, with a hole for a screw (M3) that holds the rod.
module socket(length) {
  difference() {
    cylinder(d = outer, h = length);
    translate([0, 0, wall]) cylinder(d = bore, h = length);
    translate([0, 0, wall + (length - wall) / 2]) rotate([0, 90, 0]) cylinder(d = 2.8, h = outer);
  }
}

module foot() {
  difference() {
    union() {
      linear_extrude(plate_height) offset(12) square(foot_size - 24, center = true);
      cylinder(d = outer, h = depth + plate_height);
      // Four ribs, so that the plate does not bend where the rod pulls.
      for (turn = [0:90:270]) rotate(turn) translate([0, -wall / 2, 0])
        rotate([90, 0, 0]) mirror([0, 0, 1]) linear_extrude(wall)
          polygon([[0, 2], [foot_size / 2 - 14, 2], [outer / 2 - 0.5, depth], [0, depth]]);
    }
    translate([0, 0, plate_height]) cylinder(d = bore, h = depth + 1);
    translate([0, 0, depth * 0.75]) rotate([0, 90, 45]) cylinder(d = 2.8, h = outer);
  }
}

// The post comes from below, the boom goes off to the side.
module elbow() {
  offset_x = outer / 2 + depth - wall;
  difference() {
    union() {
      cylinder(d = outer, h = depth + outer);
      translate([0, 0, depth + outer / 2]) rotate([0, 90, 0]) cylinder(d = outer, h = offset_x);
      translate([0, -wall / 2, depth / 3]) rotate([90, 0, 0]) mirror([0, 0, 1]) linear_extrude(wall)
        polygon([[0, 0], [outer / 2, 0], [offset_x, depth * 2 / 3], [offset_x, depth * 2 / 3 + wall], [0, depth * 2 / 3 + wall]]);
    }
    translate([0, 0, -1]) cylinder(d = bore, h = depth + 1);
    translate([outer / 2, 0, depth + outer / 2]) rotate([0, 90, 0]) cylinder(d = bore, h = depth + outer);
    translate([0, 0, depth / 2]) rotate([0, -90, 0]) cylinder(d = 2.8, h = outer);
    translate([outer / 2 + depth / 2, 0, depth + outer / 2]) cylinder(d = 2.8, h = outer);
  }
}

// At the boom's end: a plate that looks down, with holes for a camera board and for a tripod screw.
module cradle() {
  plate = [max(holes_across + 12, outer), holes_down + 12 + tripod_hole + 8, 4];
  difference() {
    union() {
      translate([-plate.x / 2, 0, 0]) linear_extrude(plate.z) offset(3) offset(-3) square([plate.x, plate.y]);
      translate([0, 0, outer / 2]) rotate([90, 0, 0]) cylinder(d = outer, h = depth);
      translate([-outer / 2, -depth, 0]) cube([outer, depth + 6, outer / 2]);
    }
    translate([0, -wall, outer / 2]) rotate([90, 0, 0]) cylinder(d = bore, h = depth);
    translate([0, -depth / 2 - wall, outer / 2]) cylinder(d = 2.8, h = outer);
    translate([0, 6 + tripod_hole / 2 + 4, -1]) cylinder(d = tripod_hole, h = 6);
    for (x = [-1, 1], y = [0, 1])
      translate([x * holes_across / 2, plate.y - 6 - y * holes_down, -1]) cylinder(d = 2.2, h = 6, $fn = 24);
  }
}

if (part == "foot") foot();
else if (part == "elbow") elbow();
else if (part == "cradle") cradle();
else assert(false, "The parts are foot, elbow and cradle.");
